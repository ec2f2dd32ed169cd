export const PASSWORD_RESET_PATH = "/accounts/password/reset";
