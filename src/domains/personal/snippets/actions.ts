import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { User } from "#engine/model/records.ts";
import { unixSeconds } from "#platform/clock.ts";
import { ownSnippet } from "./access.ts";
import { presentSnippet } from "./present.ts";
import { countSnippets, deleteSnippetRow, type Snippet, storeSnippet } from "./queries.ts";
import { snippetAdded, snippetRemoved, snippetUpdated } from "./events.ts";

const MAX_SNIPPETS = 500;

export async function createSnippet(tx: Tx, user: User, title: string, content: string): Promise<number> {
  if ((await countSnippets(tx.sql, tx.realmId, user.id)) >= MAX_SNIPPETS) {
    throw badRequest(`You can have at most ${MAX_SNIPPETS} saved snippets.`);
  }
  const snippet = { id: tx.nextId(), title, content, dateCreated: unixSeconds(tx.now) };
  await storeSnippet(tx.sql, tx.realmId, user.id, snippet);
  tx.emit(snippetAdded, { saved_snippet: presentSnippet(snippet) }, onlyTo(user));
  return snippet.id;
}

export interface SnippetUpdate {
  readonly title: string | undefined;
  readonly content: string | undefined;
}

export async function editSnippet(tx: Tx, user: User, id: number, update: SnippetUpdate): Promise<void> {
  const before = await ownSnippet(tx.sql, tx.realmId, user, id);
  const { title = before.title, content = before.content } = update;
  if (title === before.title && content === before.content) return;
  const snippet: Snippet = { ...before, title, content };
  await storeSnippet(tx.sql, tx.realmId, user.id, snippet);
  tx.emit(snippetUpdated, { saved_snippet: presentSnippet(snippet) }, onlyTo(user));
}

export async function removeSnippet(tx: Tx, user: User, id: number): Promise<void> {
  const snippet = await ownSnippet(tx.sql, tx.realmId, user, id);
  await deleteSnippetRow(tx.sql, tx.realmId, user.id, snippet.id);
  tx.emit(snippetRemoved, { saved_snippet_id: snippet.id }, onlyTo(user));
}
