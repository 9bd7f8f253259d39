/** The package's connection to a kernel, and the requests that are made over it. */
import { KernelConnection, KernelMessage } from '@jupyterlab/services';
import type { ExecuteRequest } from './execute-request.ts';
import { EXPRESSION_NAME } from './kernel-message.ts';

/** Its fire-and-forget promises are caught: they end the process when they reject. */
export class CalmConnection extends KernelConnection {
  override async requestKernelInfo(): Promise<KernelMessage.IInfoReplyMsg | undefined> {
    return super.requestKernelInfo().catch(() => undefined);
  }

  override async reconnect(): Promise<void> {
    try {
      await super.reconnect();
    } catch {
      // The connection status says the same.
    }
  }

  sendExecute(msgId: string, request: ExecuteRequest): void {
    const { code, silent = false, stopOnError = true, onInput, onCall, expression } = request;
    const message = KernelMessage.createMessage({
      msgType: 'execute_request',
      channel: 'shell',
      session: this.clientId,
      msgId,
      content: {
        code,
        silent,
        store_history: !silent,
        allow_stdin: onInput !== undefined || onCall !== undefined,
        stop_on_error: stopOnError,
        user_expressions: expression === undefined ? {} : { [EXPRESSION_NAME]: expression },
      },
    });
    this.sendShellMessage(message, true).done.catch(() => {});
  }

  /** Resolves when it was answered; rejects when it never will be. */
  async askInfo(channel: 'shell' | 'control'): Promise<void> {
    const message = KernelMessage.createMessage({
      msgType: 'kernel_info_request',
      channel: 'shell',
      session: this.clientId,
      content: {},
    });
    // The protocol allows this request on both channels, the package's types on one.
    Reflect.set(message, 'channel', channel);
    await this.sendShellMessage(message, channel === 'shell').done;
  }

  /** Returns the id under which the reply comes. */
  sendQuestion(type: 'complete_request' | 'inspect_request', content: Record<string, unknown>): string {
    const message = KernelMessage.createMessage({
      msgType: 'kernel_info_request',
      channel: 'shell',
      session: this.clientId,
      content: {},
    });
    // The package's types have a message for each type, and its methods answer by futures.
    Object.assign(message.header, { msg_type: type });
    Object.assign(message, { content });
    this.sendShellMessage(message, true).done.catch(() => {});
    return message.header.msg_id;
  }

  sendInput(requestId: string, kernelSession: string, value: string): void {
    const { header } = KernelMessage.createMessage({
      msgType: 'input_request',
      channel: 'stdin',
      msgId: requestId,
      session: kernelSession,
      content: { prompt: '', password: false },
    });
    this.sendInputReply({ status: 'ok', value }, header);
  }

  /** As a front end that shows the widget would: the kernel's copy follows. */
  sendWidgetState(commId: string, state: Record<string, unknown>): void {
    const message = KernelMessage.createMessage({
      msgType: 'comm_msg',
      channel: 'shell',
      session: this.clientId,
      content: { comm_id: commId, data: {} },
    });
    Object.assign(message.content.data, { method: 'update', state, buffer_paths: [] });
    this.sendShellMessage(message, false).done.catch(() => {});
  }
}
