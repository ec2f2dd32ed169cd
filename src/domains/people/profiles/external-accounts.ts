/** Accounts elsewhere whose fields an administrator need not describe. */
export interface ExternalAccount {
  readonly text: string;
  readonly name: string;
  readonly hint: string;
  readonly url_pattern: string;
}

/** Stands for the user's name in the address of their account. */
export const USERNAME = "%(username)s";

export const EXTERNAL_ACCOUNTS: Readonly<Record<string, ExternalAccount>> = {
  github: {
    text: "GitHub",
    name: "GitHub username",
    hint: "",
    url_pattern: `https://github.com/${USERNAME}`,
  },
  gitlab: {
    text: "GitLab",
    name: "GitLab username",
    hint: "",
    url_pattern: `https://gitlab.com/${USERNAME}`,
  },
  twitter: {
    text: "X (Twitter)",
    name: "X (Twitter) username",
    hint: "",
    url_pattern: `https://x.com/${USERNAME}`,
  },
};

/** The subtype of an account that the organization describes itself. */
export const CUSTOM = "custom";
