export const LINK_PATH = "/accounts/login/link";
