/**
 * The schedule port: which schedules there are, which process runs one, and what came of each run. The implementation keeps them
 * in the database of a home (lib/store/sqlite/schedule-rows.ts); one for several machines would have to promise the same.
 */
import type { Delivery, ScheduleRun, ScheduleSettings } from '../protocol/schedules/schedule.ts';

/** A schedule as it is kept, with the whole address of its webhook. */
export interface KeptSchedule {
  readonly id: string;
  /** The notebook that runs. */
  readonly sessionId: string;
  readonly settings: ScheduleSettings;
  readonly isPaused: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it runs next; null: not by itself. */
  readonly nextAt: number | null;
  /** When `nextAt` was found, by the clock of then. */
  readonly plannedAt: number;
}

export type SchedulePlan = Partial<Pick<KeptSchedule, 'settings' | 'isPaused' | 'nextAt' | 'plannedAt'>>;

export interface ScheduleQueue {
  addSchedule(schedule: KeptSchedule): Promise<void>;
  /** Oldest first: of one notebook, or all whose notebook is not in the trash. */
  listSchedules(sessionId?: string): Promise<KeptSchedule[]>;
  findSchedule(id: string): Promise<KeptSchedule | null>;
  /** Resolves to whether it is there; with `was`, also whether `nextAt` still is that. */
  changeSchedule(id: string, plan: SchedulePlan, was?: Pick<KeptSchedule, 'nextAt'>): Promise<boolean>;
  /** Its runs go too. Resolves to whether there was one. */
  removeSchedule(id: string): Promise<boolean>;
  /**
   * Plans the next time and adds the run of this one, both or neither: false where another process did so first, which is where
   * `nextAt` is not what the schedule says.
   */
  fire(schedule: KeptSchedule, plan: SchedulePlan, run: ScheduleRun): Promise<boolean>;
  /** Takes the right to run a schedule, for this process alone while it lives. False while a process has it. */
  hold(schedule: KeptSchedule): Promise<boolean>;
  letGo(schedule: KeptSchedule): Promise<void>;
  /** Whether a process has that right. */
  isHeld(schedule: KeptSchedule): Promise<boolean>;
  addRun(run: ScheduleRun): Promise<void>;
  findRun(runId: string): Promise<ScheduleRun | null>;
  changeRun(runId: string, change: Partial<ScheduleRun>): Promise<void>;
  /** The last first. */
  listRuns(scheduleId: string, limit: number): Promise<ScheduleRun[]>;
  /** Runs without an end, of all schedules. */
  listRunning(): Promise<ScheduleRun[]>;
  /**
   * The run whose delivery is due first, whose next attempt is put off to `until` by this call, so that no other process makes the
   * same one; null where none is due. One that is planned after `latest` is due too: a clock that was ahead planned it.
   */
  takeDelivery(
    now: number,
    until: number,
    latest: number,
  ): Promise<(ScheduleRun & { delivery: Delivery }) | null>;
  /** Removes runs of a schedule but for the last ones, and those that have not ended. */
  dropRuns(scheduleId: string, keep: number): Promise<void>;
  /** Notebooks that runs left which are gone. */
  listLeftResults(): Promise<string[]>;
}
