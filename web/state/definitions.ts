import type { Event, NewcomerSettings, Registered } from "./registered.ts";

/** Lists that administrators keep for the whole organization, and what new accounts begin with. */
export interface Definitions {
  readonly linkifiers: Registered["realm_linkifiers"];
  readonly playgrounds: Registered["realm_playgrounds"];
  readonly domains: Registered["realm_domains"];
  readonly profileFields: Registered["custom_profile_fields"];
  /** Guests are told of no default channels. */
  readonly defaultChannels: Registered["realm_default_streams"];
  readonly defaultGroups: Registered["realm_default_stream_groups"];
  readonly newcomerSettings: NewcomerSettings;
}

export const initialDefinitions = (from: Registered): Definitions => ({
  linkifiers: from.realm_linkifiers,
  playgrounds: from.realm_playgrounds,
  domains: from.realm_domains,
  profileFields: from.custom_profile_fields,
  defaultChannels: from.realm_default_streams,
  defaultGroups: from.realm_default_stream_groups,
  newcomerSettings: from.realm_user_settings_defaults,
});

export function reduceDefinitions(definitions: Definitions, event: Event): Definitions {
  switch (event.type) {
    case "realm_linkifiers":
      return { ...definitions, linkifiers: event.realm_linkifiers };
    case "realm_playgrounds":
      return { ...definitions, playgrounds: event.realm_playgrounds };
    case "realm_domains":
      return { ...definitions, domains: reduceDomains(definitions.domains, event) };
    case "custom_profile_fields":
      return { ...definitions, profileFields: event.fields };
    case "default_streams":
      return { ...definitions, defaultChannels: event.default_streams };
    case "default_stream_groups":
      return { ...definitions, defaultGroups: event.default_stream_groups };
    case "realm_user_settings_defaults":
      return {
        ...definitions,
        newcomerSettings: { ...definitions.newcomerSettings, [event.property]: event.value },
      };
    default:
      return definitions;
  }
}

type DomainEvent = Extract<Event, { readonly type: "realm_domains" }>;

function reduceDomains(domains: Definitions["domains"], event: DomainEvent): Definitions["domains"] {
  switch (event.op) {
    case "add":
      return [...domains, event.realm_domain];
    case "change":
      return domains.map((domain) => (domain.domain === event.realm_domain.domain ? event.realm_domain : domain));
    case "remove":
      return domains.filter(({ domain }) => domain !== event.domain);
  }
}
