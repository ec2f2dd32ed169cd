import { t } from "../language/text.ts";
import { Avatar } from "../ui/avatar.tsx";
import { ChannelMark } from "../ui/names.tsx";
import type { Candidate } from "./candidates.ts";

interface Props {
  readonly candidates: readonly Candidate[];
  readonly marked: number;
  readonly onChoose: (candidate: Candidate) => void;
}

/** What could be meant, above the line that is being typed. */
export function CandidateList({ candidates, marked, onChoose }: Props) {
  return (
    <ul class="candidates" id="candidates" role="listbox" aria-label={t("Completions")}>
      {candidates.map((candidate, index) => (
        <li
          key={candidate.key}
          id={`candidate-${index}`}
          role="option"
          aria-selected={index === marked}
          // Before the text area loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(candidate);
          }}
        >
          <Sign candidate={candidate} />
          <span class="name">{candidate.name}</span>
          {candidate.detail !== undefined && <span class="hint">{candidate.detail}</span>}
        </li>
      ))}
    </ul>
  );
}

function Sign({ candidate: { userId, channelId, character, picture } }: { candidate: Candidate }) {
  if (userId !== undefined) return <Avatar userId={userId} class="small" />;
  if (channelId !== undefined) return <ChannelMark channelId={channelId} />;
  if (picture !== undefined) return <img class="emoji" src={picture} alt="" />;
  return character === undefined ? null : <span class="emoji">{character}</span>;
}
