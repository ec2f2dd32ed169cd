/** Pieces of HTML that a difference consists of: tags, spaces and runs of text. Tags are never split. */
const PIECES = /<[^>]*>|\s+|[^<\s]+/g;
/** The work that is left for the differences of one history. */
export interface DiffBudget {
  compared: number;
  /** Of the texts, in characters. */
  length: number;
}

/**
 * A comparison costs the product of both lengths; beyond this limit the whole text counts as changed. A message has up to
 * 100 edits: were it a limit of each, their history would hold the event loop for a second.
 */
export const diffBudget = (): DiffBudget => ({ compared: 2_000_000, length: 1_000_000 });
const MAX_COMPARED = 1_000_000;
/** Longer texts are not cut into pieces: with its marks, each letter may become fifty. */
const MAX_LENGTH = 100_000;

type Change = readonly ["same" | "deleted" | "inserted", string];

/** The newer HTML as one block, with insertions and deletions marked; without marks if the texts are too long. */
export function highlightedDiff(before: string, after: string, budget = diffBudget()): string {
  const length = before.length + after.length;
  if (length > Math.min(MAX_LENGTH, budget.length)) return `<div>${after}</div>`;
  budget.length -= length;
  const changes = difference(before.match(PIECES) ?? [], after.match(PIECES) ?? [], budget);
  return `<div>${changes.map(marked).join("")}</div>`;
}

/** Tags are not marked, and tags of the older text are left out, so that the result is nested as the newer HTML is. */
function marked([kind, piece]: Change): string {
  if (kind === "same") return piece;
  if (piece.startsWith("<")) return kind === "inserted" ? piece : "";
  return `<span class="highlight_text_${kind}">${piece}</span>`;
}

/** Pieces of the longest common subsequence are unchanged. */
function difference(before: readonly string[], after: readonly string[], budget: DiffBudget): Change[] {
  const work = before.length * after.length;
  if (work > Math.min(MAX_COMPARED, budget.compared)) {
    return [...before.map((piece): Change => ["deleted", piece]), ...after.map((piece): Change => ["inserted", piece])];
  }
  budget.compared -= work;
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] as number;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const changes: Change[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      changes.push(["same", after[column] as string]);
      row += 1;
      column += 1;
    } else if (column >= after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) {
      changes.push(["deleted", before[row] as string]);
      row += 1;
    } else {
      changes.push(["inserted", after[column] as string]);
      column += 1;
    }
  }
  return changes;
}
