export const port = 5432;
export const superuser = "parley";

/** The log contains no row and no statement, because those hold private messages. */
const defaults: Readonly<Record<string, string>> = {
  cluster_name: "parley",
  listen_addresses: "",
  port: String(port),
  max_connections: "60",
  shared_buffers: "128MB",
  random_page_cost: "1.1",
  jit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "error",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

export function settingArguments(socketDir: string, overrides: Readonly<Record<string, string>>): string[] {
  const settings = {
    ...defaults,
    ...overrides,
    unix_socket_directories: `"${socketDir}"`,
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
