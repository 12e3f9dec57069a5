import { Unavailable } from "../errors.ts";
import { say } from "../words.ts";

/** The refusal of a write for want of room on the disk. */
export function diskFull(): Unavailable {
  return new Unavailable(
    say(
      "The box has no room left on its disk. Nothing was saved; make room and try again.",
      "Na disku zařízení není místo. Nic se neuložilo; uvolněte místo a zkuste to znovu.",
    ),
    15,
  );
}

/** The refusal of a write that the disk did not take. */
export function diskFault(): Unavailable {
  return new Unavailable(
    say(
      "The box's disk does not take anything now. Nothing was saved; try again, and tell who looks after the box.",
      "Disk zařízení teď nic nepřijímá. Nic se neuložilo; zkuste to znovu a řekněte to správci zařízení.",
    ),
    15,
  );
}
