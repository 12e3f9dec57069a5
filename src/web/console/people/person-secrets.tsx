import { useRef, useState } from "preact/hooks";
import type { SiteUser } from "../../../access/user-shapes.ts";
import { say } from "../../../words.ts";
import type { Kind } from "../../access/change-own.ts";
import { t } from "../../app/words.ts";
import { Refused } from "../../box/ask.ts";
import { askAsUser } from "../../box/tokens.ts";
import { confirm } from "../ask/confirm.tsx";
import { noteDone } from "../ask/notes.tsx";
import type { LiveAnswer } from "../live/use-live.ts";
import { useLeaveTyped } from "../save/leave.ts";
import { problemText } from "../save/problem.ts";
import { byPath } from "../save/use-edit.ts";
import { SecretField } from "./secret-field.tsx";

interface SecretsProps {
  readonly kind: Kind;
  readonly person: SiteUser;
  readonly answer: LiveAnswer<SiteUser>;
}

interface Fault {
  readonly at: "field" | "card";
  readonly words: string;
}

/** Sets somebody's password or PIN, or takes it away; what it was nobody is ever shown. */
export function PersonSecrets({ kind, person, answer }: SecretsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const typed = useLeaveTyped();
  const words = TEXTS[kind];
  const has = kind === "pin" ? person.hasPin : person.hasPassword;

  async function put(secret: string | null): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const headers = { ...(answer.tag !== null && { "If-Match": answer.tag }) };
      const body = { [kind]: secret };
      await askAsUser(`/api/users/${person.oid}/secrets`, { method: "PUT", body, headers });
      form.current?.reset();
      answer.again();
      noteDone(t(secret === null ? words.taken : words.set, { name: person.fullName }));
    } catch (error) {
      const field = error instanceof Refused ? byPath(error.errors)[kind] : undefined;
      setFault({ at: field === undefined ? "card" : "field", words: field ?? problemText(error) });
      answer.again();
    } finally {
      setBusy(false);
    }
  }

  async function takeAway(): Promise<void> {
    const { fullName: name } = person;
    const question = { title: t(words.takeTitle, { name }), text: t(words.takeText), deed: t(words.take) };
    if (await confirm({ ...question, isDangerous: true })) await put(null);
  }

  return (
    <section class="card">
      <h2>{t(words.title)}</h2>
      <p>{t(has ? words.has : words.hasNot)}</p>
      <form
        ref={form}
        {...typed}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) return put(String(new FormData(event.currentTarget).get(kind) ?? ""));
          return undefined;
        }}
      >
        <SecretField kind={kind} problem={fault?.at === "field" ? fault.words : undefined} />
        <p role="alert" class="fault">
          {fault?.at === "card" && fault.words}
        </p>
        <div class="row">
          <button type="submit" class="second" disabled={isBusy}>
            {t(words.deed)}
          </button>
          {has && (
            <button type="button" class="second" disabled={isBusy} onClick={takeAway}>
              {t(words.take)}
            </button>
          )}
        </div>
      </form>
      <p class="quiet">{t(TEXTS.ends)}</p>
    </section>
  );
}

const TEXTS = {
  ends: say(
    "Either ends all logins of this person at once. Paired devices stay paired.",
    "Obojí ihned ukončí všechna přihlášení této osoby. Spárovaná zařízení zůstanou spárovaná.",
  ),
  password: {
    title: say("Password", "Heslo"),
    has: say("A password is set.", "Heslo je nastaveno."),
    hasNot: say(
      "There is no password: no login at the console.",
      "Heslo není: do kanceláře se nelze přihlásit.",
    ),
    deed: say("Set the password", "Nastavit heslo"),
    take: say("Take the password away", "Odebrat heslo"),
    takeTitle: say("Take away the password of {name}?", "Odebrat heslo: {name}?"),
    takeText: say(
      "All logins of this person end at once, and there is no way into the console until a new password is set.",
      "Všechna přihlášení této osoby ihned skončí a do kanceláře se nedostane, dokud nedostane nové heslo.",
    ),
    set: say("{name} has a new password.", "{name} má nové heslo."),
    taken: say("{name} has no password any more.", "{name} už nemá heslo."),
  },
  pin: {
    title: say("PIN", "PIN"),
    has: say("A PIN is set.", "PIN je nastaven."),
    hasNot: say("There is no PIN: no login at a terminal.", "PIN není: k terminálu se nelze přihlásit."),
    deed: say("Set the PIN", "Nastavit PIN"),
    take: say("Take the PIN away", "Odebrat PIN"),
    takeTitle: say("Take away the PIN of {name}?", "Odebrat PIN: {name}?"),
    takeText: say(
      "All logins of this person end at once, and there is no way in at a terminal until a new PIN is set.",
      "Všechna přihlášení této osoby ihned skončí a k terminálu se nepřihlásí, dokud nedostane nový PIN.",
    ),
    set: say("{name} has a new PIN.", "{name} má nový PIN."),
    taken: say("{name} has no PIN any more.", "{name} už nemá PIN."),
  },
};
