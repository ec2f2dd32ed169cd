import type { Linkifier, Playground } from "#engine/model/records.ts";
import { EMOJI_PATH } from "#domains/organization/emoji/present.ts";
import { checkedEmojiName } from "#domains/organization/emoji/name.ts";
import { checkLinkifier, checkPlayground } from "#domains/organization/linkifiers/definition.ts";
import { organizationName } from "#domains/records/organization/properties.ts";
import { checkedDomain } from "#domains/organization/settings/domain.ts";
import { type RowLocation, wrongRow } from "../staging/read-staging.ts";
import { checkExists, type CheckContext, ruled, type TableCheck } from "./rows-to-store.ts";
import { organizationSettings } from "./settings.ts";

/** What is stored of the organization itself, apart from its subdomain. */
export function checkOrganization(context: CheckContext): TableCheck<"organization"> {
  let isThere = false;
  return (row, location) => {
    if (isThere) throw wrongRow(location, "the archive has a second organization");
    isThere = true;
    return {
      realm: [
        {
          name: ruled(location, () => organizationName.decode("name", row.name)),
          created_at: row.created_at ?? context.now,
          settings: organizationSettings(context, location, row.settings ?? {}),
        },
      ],
    };
  };
}

export function checkDomains(): TableCheck<"domains"> {
  const seen = new Set<string>();
  return (row, location) => {
    const domain = ruled(location, () => checkedDomain(row.domain));
    if (seen.has(domain)) throw wrongRow(location, `the domain ${domain} is there twice`);
    seen.add(domain);
    return { realm_domain: [{ domain, allow_subdomains: row.allow_subdomains }] };
  };
}

/** They are in the order in which they are tried. */
export function checkLinkifiers(): TableCheck<"linkifiers"> {
  const linkifiers: Linkifier[] = [];
  return (row, location) => {
    const { id, pattern, url_template } = row;
    linkifiers.push(ruled(location, () => checkLinkifier({ linkifiers }, { id, pattern, url_template })));
    return { linkifier: [{ id, pattern, url_template, position: linkifiers.length }] };
  };
}

export function checkPlaygrounds(): TableCheck<"playgrounds"> {
  const playgrounds: Playground[] = [];
  return (row, location) => {
    const { id, name, pygments_language, url_template } = row;
    const wanted = { id, name, pygments_language, url_template };
    playgrounds.push(ruled(location, () => checkPlayground({ playgrounds }, wanted)));
    return { playground: [wanted] };
  };
}

export function checkEmoji({ known }: CheckContext): TableCheck<"emoji"> {
  const [inUse, files] = [new Set<string>(), new Set<string>()];
  const pictureUrl = (location: RowLocation, url: string): string => {
    const file = emojiFileOf(url);
    if (!known.emojiFiles.has(file)) throw wrongRow(location, `there is no file ${JSON.stringify(`emoji/${file}`)}`);
    if (files.has(file)) throw wrongRow(location, `the file emoji/${file} is that of another emoji, too`);
    files.add(file);
    return `${EMOJI_PATH}/${file}`;
  };
  return (row, location) => {
    const { deactivated = false, author_id: authorId = null, still_url: stillUrl = null } = row;
    const name = ruled(location, () => checkedEmojiName(row.name));
    checkExists(location, known.users, authorId, "user");
    if (!deactivated && inUse.has(name)) throw wrongRow(location, `the emoji ${name} is there twice`);
    if (!deactivated) inUse.add(name);
    const source = pictureUrl(location, row.source_url);
    const still = stillUrl === null ? null : pictureUrl(location, stillUrl);
    return {
      custom_emoji: [{ id: row.id, name, source_url: source, still_url: still, deactivated, author_id: authorId }],
    };
  };
}

/** The name of the file in the archive. */
export const emojiFileOf = (url: string): string => url.slice(url.lastIndexOf("/") + 1);
