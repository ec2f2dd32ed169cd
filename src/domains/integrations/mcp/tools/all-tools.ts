import { listTools } from "./lists.ts";
import { readingTools } from "./reading.ts";
import type { Tool } from "./tool.ts";
import { writingTools } from "./writing.ts";

export const TOOLS: readonly Tool[] = [...readingTools, ...listTools, ...writingTools];
