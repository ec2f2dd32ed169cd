/** A site whose account fields have a built-in name, hint and URL. */
export interface ExternalAccount {
  readonly text: string;
  readonly name: string;
  readonly hint: string;
  readonly url_pattern: string;
}

/** The placeholder for the user's name in the URL of an account. */
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

/** The subtype of an account whose URL the organization defines itself. */
export const CUSTOM = "custom";
