/** Where all endpoints are. */
export const PREFIX = "/api/v1";
export const EVENTS_PATH = `${PREFIX}/events`;
