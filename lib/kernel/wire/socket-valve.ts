/** Stops the reading of a WebSocket, so that its sender has to wait. Outlives the sockets of a connection that is made again. */
interface PausableSocket {
  pause(): void;
  resume(): void;
}

export class SocketValve {
  #socket: PausableSocket | null = null;
  #isShut = false;

  get isShut(): boolean {
    return this.#isShut;
  }

  /** Takes the socket that is open now. */
  attach(socket: PausableSocket): void {
    this.#socket = socket;
    if (this.#isShut) socket.pause();
  }

  set(isShut: boolean): void {
    if (isShut === this.#isShut) return;
    this.#isShut = isShut;
    if (isShut) this.#socket?.pause();
    else this.#socket?.resume();
  }
}
