import { once } from "node:events";

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: Error) => void;
}
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** A WebDriver BiDi connection: commands, their results, and events (W3C WebDriver BiDi, section 4). */
export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners: ((method: string, params: unknown) => void)[] = [];
  #lastId = 0;

  /** Connects. Throws when the connection is refused. */
  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url);
    await once(socket, "open");
    return new BidiConnection(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(String(data)) as Message));
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser has ended"));
      this.#waiting.clear();
    });
  }

  /** Throws the browser's error. */
  send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    const result = new Promise<Result>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return result;
  }

  onEvent(listener: (method: string, params: unknown) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.#socket.close();
  }

  #take({ id, method = "", params, result, error, message }: Message): void {
    if (id === undefined) {
      for (const listener of this.#listeners) listener(method, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result as never);
    else waiting?.reject(new Error(`${error}: ${message}`));
  }
}
