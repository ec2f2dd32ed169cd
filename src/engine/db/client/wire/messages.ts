/** The first bytes of the messages that a server sends. */
export const MESSAGES = {
  authentication: 0x52, // R
  backendKey: 0x4b, // K
  parameterStatus: 0x53, // S
  ready: 0x5a, // Z
  error: 0x45, // E
  notice: 0x4e, // N
  notification: 0x41, // A
  parseComplete: 0x31, // 1
  bindComplete: 0x32, // 2
  parameterDescription: 0x74, // t
  rowDescription: 0x54, // T
  noData: 0x6e, // n
  dataRow: 0x44, // D
  commandComplete: 0x43, // C
  emptyQuery: 0x49, // I
  copyIn: 0x47, // G
  copyOut: 0x48, // H
  copyData: 0x64, // d
  copyDone: 0x63, // c
} as const;
