/**
 * What Patroni keeps in etcd. The times are as short as Patroni allows, so that twenty failovers take minutes:
 * a primary that is gone is replaced when its key in etcd ends, after `ttl` seconds.
 */
export const SETTINGS = {
  ttl: 5,
  loop_wait: 1,
  retry_timeout: 2,
  // A write is acknowledged when a standby has it on its disk, and never without one.
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    // A new primary has its slots only after its first checkpoint, and no standby can follow it until then.
    use_slots: false,
    parameters: {
      max_connections: 200,
      // A standby looks for its new primary this often.
      wal_retrieve_retry_interval: "200ms",
      wal_keep_size: "256MB",
      shared_buffers: "64MB",
    },
  },
};

/** HAProxy passes connections on to the node whose Patroni says that it is the primary, and cuts those to any other. */
export const proxyConfig = (
  port: number,
  nodes: readonly { readonly name: string; readonly port: number; readonly apiPort: number }[],
): string => `defaults
    mode tcp
    timeout connect 1s
    timeout client 1h
    timeout server 1h
    timeout check 1s

listen parley
    bind 127.0.0.1:${port}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `    server ${node.name} 127.0.0.1:${node.port} check port ${node.apiPort}`).join("\n")}
`;
