import { t } from "../language/text.ts";
import { Avatar } from "../ui/avatar.tsx";
import type { Combobox } from "../ui/combobox.ts";
import { ComboboxList } from "../ui/combobox-list.tsx";
import { ChannelMark } from "../ui/names.tsx";
import type { Candidate } from "./candidates.ts";

/** What could be meant, above the line that is being typed. */
export const CandidateList = ({ combobox }: { readonly combobox: Combobox<Candidate> }) => (
  <ComboboxList combobox={combobox} label={t("Completions")} class="candidates" keyOf={({ key }) => key}>
    {(candidate) => (
      <>
        <Sign candidate={candidate} />
        <span class="name">{candidate.name}</span>
        {candidate.detail !== undefined && <span class="hint">{candidate.detail}</span>}
      </>
    )}
  </ComboboxList>
);

function Sign({ candidate: { userId, channelId, character, picture } }: { candidate: Candidate }) {
  if (userId !== undefined) return <Avatar userId={userId} class="small" />;
  if (channelId !== undefined) return <ChannelMark channelId={channelId} />;
  if (picture !== undefined) return <img class="emoji" src={picture} alt="" />;
  return character === undefined ? null : <span class="emoji">{character}</span>;
}
