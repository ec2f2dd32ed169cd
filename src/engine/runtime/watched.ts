import { kindKey } from "#engine/log/event-kinds.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RealmRuntime } from "./realm-runtime.ts";

/** For tests: an organization that reports which kinds of events are emitted through it, once they are committed or sent. */
export function watched(realm: RealmRuntime, onEmitted: (kinds: ReadonlySet<string>) => void): RealmRuntime {
  /** A write may be tried more than once: its last attempt counts. */
  const watching = async <Result>(run: (watch: (tx: Tx) => Tx) => Promise<Result>): Promise<Result> => {
    let kinds = new Set<string>();
    const result = await run((tx) => {
      kinds = new Set();
      return noting(tx, kinds);
    });
    onEmitted(kinds);
    return result;
  };
  const write: RealmRuntime["write"] = (actor, action, options) =>
    watching((watch) => realm.write(actor, (tx, present) => action(watch(tx), present), options));
  const writeAsServer: RealmRuntime["writeAsServer"] = (action) =>
    watching((watch) => realm.writeAsServer((tx) => action(watch(tx))));
  const emitEphemeral: RealmRuntime["emitEphemeral"] = (kind, fields, audience) => {
    realm.emitEphemeral(kind, fields, audience);
    onEmitted(new Set([kindKey(kind)]));
  };
  const view: RealmRuntime = Object.create(realm, {
    unguarded: { get: () => view },
    write: { value: write },
    writeAsServer: { value: writeAsServer },
    emitEphemeral: { value: emitEphemeral },
  }) as RealmRuntime;
  return view;
}

function noting(tx: Tx, kinds: Set<string>): Tx {
  const emit: Tx["emit"] = (kind, fields, audience) => {
    kinds.add(kindKey(kind));
    tx.emit(kind, fields, audience);
  };
  return Object.create(tx, { emit: { value: emit } }) as Tx;
}
