import { ROLES } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { noticeToEach } from "#domains/conversations/send/post/actions/notice.ts";

/** Tells the owners, by the notification bot, what is wrong with how accounts are kept in step with a directory. */
export async function tellOwners(realm: RealmRuntime, directory: string, problem: string): Promise<void> {
  await realm.writeAsServer((tx) => {
    const owners = [...tx.model.users.values()].filter(
      (user) => user.role === ROLES.owner && user.isActive && user.botType === null,
    );
    const name = directory.replaceAll(/[*_`[\]]/g, " ");
    noticeToEach(
      tx,
      owners,
      `About the directory ${name}: ${problem} Please ask the operator of the server to look at it.`,
    );
  });
}
