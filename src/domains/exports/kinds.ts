import type { ExportKind } from "./archive/scope.ts";

/** What the API's numbers mean. Only the operator gets everything, by a command. */
const KINDS: Readonly<Record<number, ExportKind>> = { 1: "public", 2: "consented" };

export const EXPORT_TYPES = Object.keys(KINDS).map(Number);

export const kindOf = (type: number): ExportKind => KINDS[type] ?? "public";
