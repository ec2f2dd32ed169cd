import { Fragment } from "preact";
import { t } from "../../language/text.ts";
import { property } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { Icon } from "../../ui/icon.tsx";
import type { LoginProvider, NamedAddress } from "./provider-fields.ts";
import { KINDS_ON_PAGE } from "./provider-kinds.ts";

/** What has to be entered at the provider, which wants to know it before the provider exists here. */
export const Addresses = ({ kind, slug }: Pick<LoginProvider, "kind" | "slug">) =>
  KINDS_ON_PAGE[kind]
    .addresses(property("realm_url", location.origin), slug)
    .map((address) => <CopiedAddress key={address.name} {...address} />);

const CopiedAddress = ({ name, address }: NamedAddress) => (
  <CopiedText name={name} text={address} copied={t("Address copied.")} />
);

interface CopiedTextProps {
  readonly name: string;
  readonly text: string;
  /** What is said when it was copied. */
  readonly copied: string;
}

/** A text to be entered elsewhere, with a button that copies it. */
export const CopiedText = ({ name, text, copied }: CopiedTextProps) => (
  <>
    <p class="hint">{name}</p>
    <p class="copy-line">
      <code dir="ltr">
        {text.split(/(?<=[/.])/).map((part, index) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </code>
      <button
        type="button"
        class="secondary"
        aria-label={t("Copy: {name}", { name })}
        onClick={() => void copyText(text, copied)}
      >
        <Icon name="copy" /> {t("Copy")}
      </button>
    </p>
  </>
);
