import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { Picture } from "../../articles/picture.tsx";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";

interface ShownPhoto {
  readonly oid: number;
  readonly label: string;
}

/** Photos of a count, as buttons that enlarge one. */
export function PhotoButtons({ photos }: { readonly photos: readonly ShownPhoto[] }) {
  const [large, setLarge] = useState<ShownPhoto | null>(null);
  return (
    <>
      <Toolbar class="count-photos">
        {photos.map((photo) => (
          <Button key={photo.oid} kind="plain" onClick={() => setLarge(photo)}>
            <Picture photo={call("GET /api/photos/{oid}/thumbnail", { oid: photo.oid })} alt={photo.label} />
          </Button>
        ))}
      </Toolbar>
      {large !== null && (
        <Dialog title={large.label} onClose={() => setLarge(null)} leave={t(msg("Close"))}>
          <div class="count-photo-large">
            <Picture photo={call("GET /api/photos/{oid}", { oid: large.oid })} alt={large.label} />
          </div>
        </Dialog>
      )}
    </>
  );
}
