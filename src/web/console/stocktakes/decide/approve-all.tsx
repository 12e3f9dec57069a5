import type { InventoryDetail } from "../../../../inventories/shapes.ts";
import { say } from "../../../../words.ts";
import { plural, t } from "../../../app/words.ts";
import { confirm } from "../../ask/confirm.tsx";
import { DeedState } from "../deed-state.tsx";
import { useDeed } from "../use-deed.ts";
import { asSeen, type SeenItems } from "./seen-items.ts";

interface AllProps {
  readonly inventory: InventoryDetail;
  readonly seen: SeenItems;
}

/** Approves the whole stocktake as it is seen. */
export function ApproveAll({ inventory: { oid, isApproved }, seen }: AllProps) {
  const deed = useDeed(() => {});
  async function approveAll(): Promise<void> {
    const open = seen.items.filter((item) => !item.isApproved).length;
    const question = { title: t(TEXTS.allTitle), text: plural(open, TEXTS.allText), deed: t(TEXTS.all) };
    if (!(await confirm(question))) return;
    await deed.run(TEXTS.going, asSeen(`/api/inventories/${oid}/approve`, seen.cursor), { method: "PUT" });
  }
  return (
    <>
      <button type="button" class="second" disabled={deed.doing !== null || isApproved} onClick={approveAll}>
        {t(isApproved ? TEXTS.isApproved : TEXTS.all)}
      </button>
      <DeedState deed={deed} />
    </>
  );
}

const TEXTS = {
  all: say("Approve everything", "Schválit vše"),
  isApproved: say("Everything is approved", "Vše je schváleno"),
  allTitle: say("Approve the whole stocktake?", "Schválit celou inventuru?"),
  allText: say(
    "{n} item that is not approved yet is approved, and with it the stocktake. A later decision takes it back.|{n} items that are not approved yet are approved, and with them the stocktake. A later decision takes it back.",
    "Schválí se {n} dosud neschválená položka a s ní celá inventura. Pozdější rozhodnutí schválení zruší.|Schválí se {n} dosud neschválené položky a s nimi celá inventura. Pozdější rozhodnutí schválení zruší.|Schválí se {n} dosud neschválených položek a s nimi celá inventura. Pozdější rozhodnutí schválení zruší.",
  ),
  going: say("Approving…", "Schvaluje se…"),
};
