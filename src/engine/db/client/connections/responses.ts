import { readColumns, readRow, readTypes } from "../values/row-reader.ts";
import { garbled } from "../wire/input.ts";
import { MESSAGES } from "../wire/messages.ts";
import { countIn, type Exchange } from "./exchange.ts";
import type { Row } from "./request.ts";

/** What a response means for the connection. */
export interface ResponseEvents {
  /** The server is ready for the next request, in this state of a transaction. */
  onReady(exchange: Exchange, status: number): void;
  /** The parameters can be sent: their types are known now. */
  onDescribed(exchange: Exchange): void;
  onCopy(exchange: Exchange, isIn: boolean): void;
}

/** Takes a message that belongs to an exchange. */
export function takeResponse(
  events: ResponseEvents,
  exchange: Exchange,
  type: number,
  bytes: Buffer,
  start: number,
  end: number,
): void {
  const { prepared } = exchange;
  switch (type) {
    case MESSAGES.dataRow:
      return takeRow(exchange, readRow(prepared.columns, bytes, start, end));
    case MESSAGES.ready:
      return events.onReady(exchange, bytes.readUInt8(start));
    case MESSAGES.commandComplete:
      exchange.count = countIn(bytes, start, end);
      return;
    case MESSAGES.parseComplete:
      prepared.isParsed = true;
      return;
    case MESSAGES.parameterDescription:
      prepared.types = readTypes(bytes, start, end);
      return;
    case MESSAGES.rowDescription:
      prepared.columns = readColumns(bytes, start, end);
      // Each statement of a text has rows of its own: the last ones are the result.
      exchange.rows = [];
      return events.onDescribed(exchange);
    case MESSAGES.noData:
      return events.onDescribed(exchange);
    case MESSAGES.copyIn:
    case MESSAGES.copyOut:
      return events.onCopy(exchange, type === MESSAGES.copyIn);
    case MESSAGES.copyData:
      return exchange.copy?.take(bytes.subarray(start, end));
    case MESSAGES.bindComplete:
    case MESSAGES.copyDone:
    case MESSAGES.emptyQuery:
      return;
    default:
      throw garbled(`message ${type}`);
  }
}

function takeRow(exchange: Exchange, row: Row): void {
  const { onRow } = exchange.request;
  if (onRow === undefined) {
    exchange.rows.push(row);
    return;
  }
  if (exchange.error !== undefined) return;
  try {
    onRow(row);
  } catch (error) {
    exchange.error = error;
  }
}
