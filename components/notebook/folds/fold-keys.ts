/** What can be folded in a notebook: the work of each run, and the attempts before a retried cell's last. */
import type { CellAttempts } from '../../../lib/session/view/layout/group-attempts.ts';
import type { CellSection, RunSection } from '../../../lib/session/view/layout/group-cells.ts';

export function toAttemptsKey({ cell }: CellAttempts): string {
  return `attempts-${cell.id}`;
}

/** What another agent did is folded until the user opens it. */
export function toAgentKey(askId: string): string {
  return `agent-${askId}`;
}

/** Outputs are folded one by one, by the user alone. */
export function toOutputKey(cellId: string): string {
  return `output-${cellId}`;
}

export function listFoldKeys(sections: readonly (RunSection | CellSection)[]): string[] {
  return sections.flatMap((section) => {
    if (section.kind === 'cell') return [];
    const retried = listGroups(section).filter(({ earlier }) => earlier.length > 0);
    const asks = section.run.steps.flatMap((step) => step.asks ?? []);
    return [section.run.id, ...retried.map(toAttemptsKey), ...asks.map(({ askId }) => toAgentKey(askId))];
  });
}

/** The keys that must be unfolded to show this cell. */
export function findFoldsAround(sections: readonly (RunSection | CellSection)[], cellId: string): string[] {
  for (const section of sections) {
    if (section.kind === 'cell') continue;
    if (section.setup.some(({ id }) => id === cellId)) return [section.run.id];
    const holds = ({ cell, earlier }: CellAttempts) => [cell, ...earlier].some(({ id }) => id === cellId);
    const group = listGroups(section).find(holds);
    if (!group) continue;
    const { askId } = group.cell;
    if (askId !== undefined) return [section.run.id, toAgentKey(askId)];
    return group.cell.id === cellId ? [section.run.id] : [section.run.id, toAttemptsKey(group)];
  }
  return [];
}

function listGroups({ steps }: RunSection): CellAttempts[] {
  return steps.flatMap(({ groups }) => groups);
}
