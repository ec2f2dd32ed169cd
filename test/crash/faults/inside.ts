/**
 * Faults of a process that only the process itself can have. Loaded with `--import`, before the program; each begins, or
 * goes on, with a signal.
 */
import { Socket } from "node:net";
import { dice as diceOf } from "../dice.ts";
import { BLOCKED_MS, INSIDE } from "./signals.ts";

const HOUR_MS = 3_600_000;
/** One of so many statements is cut. */
const EVERY = 10;

process.on(INSIDE.block, () => {
  const end = performance.now() + BLOCKED_MS;
  while (performance.now() < end);
});

const machineNow = Date.now.bind(Date);
const shifts = [HOUR_MS, -HOUR_MS, 0];
let shift = 0;
Date.now = () => machineNow() + shift;
process.on(INSIDE.clock, () => {
  shift = shifts.shift() as number;
  shifts.push(shift);
});

let isCutting = false;
process.on(INSIDE.cut, () => (isCutting = !isCutting));

const dice = diceOf(process.pid);
const toDatabase = new WeakSet<Socket>();
const isDatabase = (argument: unknown): boolean =>
  typeof argument === "string"
    ? argument.includes(".s.PGSQL.")
    : typeof argument === "object" && argument !== null && "path" in argument && isDatabase(argument.path);

// Connections are cut before, in the middle of and after what is sent to the database.
const connect = Reflect.get(Socket.prototype, "connect") as (...args: unknown[]) => Socket;
const write = Reflect.get(Socket.prototype, "write") as (...args: unknown[]) => boolean;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  if (args.flat().some(isDatabase)) toDatabase.add(this);
  return Reflect.apply(connect, this, args);
};
Socket.prototype.write = function (this: Socket, chunk: Uint8Array | string, ...rest: unknown[]) {
  if (!isCutting || !toDatabase.has(this) || !dice.chance(1 / EVERY))
    return Reflect.apply(write, this, [chunk, ...rest]);
  const bytes = Buffer.from(chunk);
  const sent = dice.pick([0, Math.floor(bytes.length / 2), bytes.length]);
  if (sent > 0) Reflect.apply(write, this, [bytes.subarray(0, sent)]);
  this.destroy(Object.assign(new Error("cut by the test"), { code: "ECONNRESET" }));
  return false;
};
