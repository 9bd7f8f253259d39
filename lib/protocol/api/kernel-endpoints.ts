/** The kernel of a session: control, help with code, and widgets. */
import { z } from 'zod';
import { CodeQuestion, CodeReply } from '../kernel/code-help.ts';
import { KernelAction } from '../kernel/kernel-action.ts';
import { PackageChange, PackagesReply } from '../kernel/session-packages.ts';
import { CheckpointsReply, TakeBack } from '../kernel/take-back.ts';
import { WidgetMessage, WidgetReply } from '../kernel/widget-message.ts';
import type { Endpoints } from './api-endpoint.ts';

export const KERNEL_ENDPOINTS = {
  controlKernel: {
    summary: 'Interrupts, extends, restarts, or rebuilds.',
    note: '`interrupt` stops the running cell or rebuild; `restart` ends the run first; `extend` gives the running cell and its run `byMs` more (1 s to 24 h), 409 if it is not running or has no limit; `rebuild` restores [lost variables](#lost-variables), 409 during a run or with nothing to run.',
    body: KernelAction,
    status: 202,
    errors: ['conflict'],
  },
  listCheckpoints: {
    summary: 'Returns the cells that can be [taken back](branches.md#back-to-before-a-cell) at once.',
    note: '`off` says why the kernel keeps no more of what it was now, such as the time that this takes.',
    status: 200,
    reply: CheckpointsReply,
  },
  planTakeBack: {
    summary: 'Returns what it would take to take a cell back, and changes nothing.',
    note: '`undone`: cells whose effect on variables would be gone; `cellIds`: cells that would run again, if `how` is `rebuilt`; `files`: what changed since the cell began, and would stay. 409 for a cell that has not run.',
    status: 200,
    reply: TakeBack,
    errors: ['conflict'],
  },
  takeBack: {
    summary: 'Takes a cell back with its effect on variables: the kernel is again what it was before.',
    note: 'The notebook and its files stay as they are. With `rebuilt`, the cells run after the reply, in a new kernel that takes the place of this one once all have run; `reason` says why. 409 while anything is running in the session, and for a cell that has not run.',
    body: z.strictObject({}),
    status: 202,
    reply: TakeBack,
    errors: ['conflict', 'kernel-unavailable', 'sandbox-unavailable'],
  },
  changePackages: {
    summary: 'Adds [packages](packages.md) to a notebook, or removes them.',
    note: 'Answers when they are installed; the change is also the event `packages-change`. 400 names what cannot be had. 409, with `details`, where a package that all kernels have is in the way; `keepsBase` then leaves that as it is.',
    body: PackageChange,
    status: 200,
    reply: PackagesReply,
    errors: ['conflict'],
  },
  streamPackages: {
    summary: 'Does the same, and streams what it does as [server-sent events](#events).',
    note: 'Each `progress` is a sentence. The last message is a `report`, or an `error` as other replies have it. Whoever stops reading cancels it.',
    body: PackageChange,
    status: 200,
    reply: { types: ['text/event-stream; charset=utf-8'] },
  },
  askAboutCode: {
    summary: 'Asks the kernel about code that is being written.',
    note: '`busy` and `none` come at once. Offsets count UTF-16 units. Not logged.',
    body: CodeQuestion,
    status: 200,
    reply: CodeReply,
  },
  sendToWidget: {
    summary: 'Sends a change to a widget; the response comes when its callbacks in the kernel have ended.',
    note: '`seq`: the log up to this event has what became of the change. 409 if the widget is gone or a callback failed.',
    body: WidgetMessage,
    status: 200,
    reply: WidgetReply,
    errors: ['conflict'],
  },
} as const satisfies Endpoints;
