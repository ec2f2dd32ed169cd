import { blockOf } from "../docs/markdown.ts";

interface NodeAddress {
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
}

const replaced = (text: string, changes: readonly (readonly [RegExp, string])[]): string =>
  changes.reduce((result, [was, is]) => {
    if (!was.test(result)) throw new Error(`docs/operations.md has no ${was.source}`);
    return result.replace(was, is);
  }, text);

/**
 * What docs/operations.md says that Patroni should keep in etcd, as YAML, with times so short that twenty failovers take
 * minutes: a primary that is gone is replaced when its key in etcd ends, after `ttl` seconds. Patroni 3 takes any time.
 */
export const patroniSettings = (): string =>
  replaced(blockOf("yaml"), [
    [/^ttl: .*$/m, "ttl: 5"],
    [/^loop_wait: .*$/m, "loop_wait: 1"],
    [/^retry_timeout: .*$/m, "retry_timeout: 2"],
    [/wal_keep_size: .*$/m, "wal_keep_size: 256MB"],
    [/^ {2}parameters:$/m, "  parameters:\n    max_connections: 200\n    shared_buffers: 64MB"],
  ]);

/** The configuration of HAProxy that docs/operations.md has, for these nodes. */
export function proxyConfig(port: number, nodes: readonly NodeAddress[]): string {
  const servers = nodes.map((node) => `    server ${node.name} 127.0.0.1:${node.port} check port ${node.apiPort}`);
  const config = replaced(blockOf("cfg"), [
    [/127\.0\.0\.1:5000/, `127.0.0.1:${port}`],
    [/(^ *server .*\n?)+/m, servers.join("\n")],
  ]);
  return `${config}\n`;
}
