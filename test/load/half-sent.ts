import { connect, type Socket } from "node:net";

/** A request that never ends, as an attacker sends it who wants to use up memory. */
export interface HalfSent {
  readonly url: string;
  readonly path: string;
  /** Further lines of the head, each with its line end. */
  readonly lines: string;
  readonly bytes: number;
  readonly isChunked: boolean;
  /** Whether the bytes are headers, of a head that does not end. */
  readonly isHead?: boolean;
  /** From how many addresses of this machine; one by default. */
  readonly addresses?: number;
}

export interface Crowd {
  /** How many connections are open, and how many responses of each status were received. */
  readonly open: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The newest response. */
  readonly lastAnswer: string;
  end(): void;
}

/** How many connect at a time: more would wait in the kernel. */
const WAVE = 250;

/** Opens many connections that each send the beginning of a body, and wait for the response. */
export async function sendHalfBodies(count: number, half: HalfSent): Promise<Crowd> {
  const sockets = new Set<Socket>();
  const statuses: Record<string, number> = {};
  let lastAnswer = "";
  const { hostname: host, port } = new URL(half.url);
  const text = Buffer.from(textOf(half), "latin1");

  /** Resolves when the beginning of the body has been sent, or cannot be. */
  const send = (index: number) =>
    new Promise<void>((resolve) => {
      const localAddress = `127.0.0.${1 + (index % (half.addresses ?? 1))}`;
      const socket = connect({ host, port: Number(port), localAddress }).on("error", () => {});
      sockets.add(socket);
      socket.once("data", (data) => {
        lastAnswer = String(data);
        const status = lastAnswer.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
      socket.on("close", () => {
        sockets.delete(socket);
        resolve();
      });
      socket.write(text, () => resolve());
    });

  for (let begun = 0; begun < count; begun += WAVE) {
    await Promise.all(Array.from({ length: Math.min(WAVE, count - begun) }, (_, index) => send(begun + index)));
  }
  return {
    get open() {
      return sockets.size;
    },
    statuses,
    get lastAnswer() {
      return lastAnswer;
    },
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function textOf({ path, lines, bytes, isChunked, isHead = false }: HalfSent): string {
  if (isHead) return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}X-Long: ${"x".repeat(bytes)}`;
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes + 1}`;
  const body = "x".repeat(bytes);
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}Content-Type: application/x-www-form-urlencoded\r\n` +
    `${length}\r\n\r\n${isChunked ? `${bytes.toString(16)}\r\n${body}\r\n` : body}`
  );
}
