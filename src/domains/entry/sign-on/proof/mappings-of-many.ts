import { ApiError } from "#platform/errors.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { editMembership } from "#domains/groups/actions/edit-membership.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { notificationBot } from "#domains/records/users/bots/system-bots.ts";
import { applyMappings, asProvider, groupNamed, type Mapped, mappedGroups, PERSONAL } from "./mappings.ts";
import type { Proof } from "./proof.ts";

/** Of accounts in one write. */
const PIECE = 200;

type Proofs = readonly (readonly [userId: number, proof: Proof])[];
type Realm = RealmRuntime<Mapped>;

/**
 * Brings very many accounts up to date with what a provider says of their people: names, profiles and groups in pieces,
 * each in one write. What is refused in a piece is tried again for each person alone, and so is everything else. `hold`
 * throws where somebody else goes on.
 */
export async function applyMappingsToMany(
  site: Pick<Site, "log">,
  realm: Realm,
  proofs: Proofs,
  hold: () => Promise<void>,
): Promise<void> {
  await writePersonal(realm, proofs, hold);
  await writeGroups(realm, proofs, hold);
  for (const [index, [id, proof]] of proofs.entries()) {
    if (index % PIECE === 0) await hold();
    await applyMappings(site, realm, { id }, proof, "provider");
  }
}

async function writePersonal(realm: Realm, proofs: Proofs, hold: () => Promise<void>): Promise<void> {
  // A piece is decided by the model before it, by which two people in it could get the same name.
  if (realmProperty(realm.model, "require_unique_names")) return;
  const changing = proofs.filter(([id, proof]) => {
    const user = userRecord(realm.model, id);
    return user !== undefined && PERSONAL.some((part) => part(realm.model, user, proof, "provider") !== undefined);
  });
  for (const piece of inPieces(changing)) {
    await hold();
    await tried(realm, async (tx) => {
      for (const [id, proof] of piece) {
        const user = userRecord(tx.model, id);
        if (user?.isActive !== true) continue;
        for (const part of PERSONAL) await part(tx.model, user, proof, "provider")?.(tx);
      }
    });
  }
}

async function writeGroups(realm: Realm, proofs: Proofs, hold: () => Promise<void>): Promise<void> {
  const wanted = new Map<string, Map<number, boolean>>();
  for (const [id, proof] of proofs) {
    for (const { name, isIn } of mappedGroups(proof)) wanted.set(name, (wanted.get(name) ?? new Map()).set(id, isIn));
  }
  for (const [name, people] of wanted) {
    const before = new Set(groupNamed(realm.model, name)?.members);
    const changing = [...people].filter(([id, isIn]) => before.has(id) !== isIn);
    for (const piece of inPieces(changing)) {
      await hold();
      await tried(realm, async (tx) => {
        const group = groupNamed(tx.model, name);
        if (group === undefined) return;
        const now = new Set(group.members);
        const open = piece.filter(([id, isIn]) => userRecord(tx.model, id)?.isActive === true && now.has(id) !== isIn);
        const [added, removed] = [true, false].map((side) => open.flatMap(([id, isIn]) => (isIn === side ? [id] : [])));
        if (added === undefined || removed === undefined || open.length === 0) return;
        const edit = { add: added, remove: removed, addSubgroups: [], removeSubgroups: [] };
        // Nobody of them is told: it was no person who did it.
        await editMembership(tx, asProvider(notificationBot(tx.model)), group.id, edit, { isQuiet: true });
        tx.audit("group.members_changed", group.id, { added, removed });
      });
    }
  }
}

/** A refusal undoes the piece: who it is about is found out when each is tried alone. */
async function tried(realm: Realm, work: (tx: Tx<Mapped>) => Promise<void>): Promise<void> {
  try {
    await realm.writeAsServer(work);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }
}

function* inPieces<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += PIECE) yield items.slice(start, start + PIECE);
}
