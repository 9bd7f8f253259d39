import type { ExecuteOptions } from '../kernel.ts';

export interface ExecuteRequest
  extends Pick<
    ExecuteOptions,
    | 'id'
    | 'cellId'
    | 'isResumed'
    | 'openInputs'
    | 'openCalls'
    | 'silent'
    | 'stopOnError'
    | 'onLate'
    | 'onInput'
    | 'onCall'
    | 'expression'
  > {
  code: string;
  /** Called with id and `msg_id` of a request that has an id, before it is sent. */
  onSend?: (id: string, messageId: string) => void;
}
