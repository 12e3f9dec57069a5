import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { articlePhoto } from "../../../api/articles.ts";
import { type ApiRequest, call, type Unguarded, withKey } from "../../../api/call.ts";
import { attachmentUpload } from "../../../api/console/custom-fields.ts";
import { newId } from "../../../api/ids.ts";
import { requestAsUser, session } from "../../../api/tokens.ts";
import type { ArticlePhoto, Attachment } from "../../../api/types/endpoints.d.ts";
import { saveAttachment } from "../../../articles/custom-values.tsx";
import { Picture } from "../../../articles/picture.tsx";
import { day, number, t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FileField } from "../../../ui/file-input.tsx";
import { ProgressBar, useBatch } from "../../batch/batch.tsx";
import { type Change, useMutation } from "../../forms/mutation.tsx";
import { problemText } from "../../forms/problem.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import styles from "./attachments.module.css";

interface PhotosProps {
  readonly articleId: number;
  readonly name: string;
  readonly query: LiveQuery<readonly ArticlePhoto[]>;
}

/** The photos of an article, newest first, with buttons to enlarge, add and delete. */
export function Photos({ articleId, name, query }: PhotosProps) {
  const [large, setLarge] = useState<ArticlePhoto | null>(null);
  const describe = ({ createdDT, createdBy }: ArticlePhoto) =>
    t(msg("{name}, {day}, {by}"), { name, day: day(createdDT), by: createdBy });
  return (
    <Card class="article-photos" title={t(msg("Photos"))} isEmpty={query.body?.length === 0}>
      <QueryBoundary query={query} empty={msg("No photos yet")}>
        {(photos) => (
          <div class="photos">
            {photos.map((photo) => (
              <Button key={photo.oid} kind="plain" onClick={() => setLarge(photo)}>
                <Picture
                  photo={call("GET /api/photos/{oid}/thumbnail", { oid: photo.oid })}
                  alt={describe(photo)}
                />
              </Button>
            ))}
          </div>
        )}
      </QueryBoundary>
      <AddFiles
        key={articleId}
        label={t(msg("Add photos (JPG or PNG)"))}
        accept="image/jpeg,image/png"
        uploadOf={(file) => articlePhoto(articleId, file, file.name)}
        onAdded={query.refetch}
      />
      {large !== null && (
        <Large
          photo={large}
          label={describe(large)}
          onClose={() => {
            setLarge(null);
            query.refetch();
          }}
        />
      )}
    </Card>
  );
}

interface LargeProps {
  readonly photo: ArticlePhoto;
  readonly label: string;
  readonly onClose: () => void;
}

function Large({ photo, label, onClose }: LargeProps) {
  const { run, problem } = useMutation({ errors: "place" });
  const mayDelete = may("manage") || photo.createdBy === session.value?.user.userName;
  const removal: Change = {
    question: {
      title: t(msg("Delete this photo?")),
      text: t(msg("This can't be undone.")),
      action: t(msg("Delete photo")),
      isDangerous: true,
    },
    send: call("DELETE /api/photos/{oid}", { oid: photo.oid }),
    onDone: onClose,
  };
  return (
    <Dialog
      title={label}
      onClose={onClose}
      leave={t(msg("Close"))}
      actions={
        mayDelete && (
          <Button kind="danger" onClick={() => run(removal)}>
            {t(msg("Delete photo"))}
          </Button>
        )
      }
    >
      {problem !== null && <p class="error-text">{problem}</p>}
      <div class="photo-large">
        <Picture photo={call("GET /api/photos/{oid}", { oid: photo.oid })} alt={label} />
      </div>
    </Dialog>
  );
}

/** The files attached to an article, newest first, with buttons to save, add and remove. */
export function Attachments({ articleId }: { readonly articleId: number }) {
  const query = useLiveQuery(call("GET /api/articles/{id}/attachments", { id: articleId }), {
    follows: ["articles", "photos"],
  });
  const { run, problem } = useMutation({ errors: "place" });
  const removal = ({ oid, fileName }: Attachment): Change => ({
    question: {
      title: t(msg("Remove {name}?"), { name: fileName }),
      text: t(msg("This can't be undone.")),
      action: t(msg("Remove")),
      isDangerous: true,
    },
    send: call("DELETE /api/attachments/{oid}", { oid }),
    onDone: query.refetch,
  });
  return (
    <Card class="article-attachments" title={t(msg("Attachments"))} isEmpty={query.body?.length === 0}>
      <QueryBoundary query={query} empty={msg("No attachments yet")}>
        {(attachments) => (
          <ul class={styles["files"]}>
            {attachments.map((one) => (
              <li key={one.oid}>
                <Button
                  kind="plain"
                  class={styles["name"] ?? ""}
                  onClick={() => run({ send: () => saveAttachment(one) })}
                >
                  {one.fileName}
                </Button>
                <span class="muted">{aboutText(one)}</span>
                {may("manage") && (
                  <Button
                    aria-label={t(msg("Remove {name}"), { name: one.fileName })}
                    onClick={() => run(removal(one))}
                  >
                    {t(msg("Remove"))}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {problem !== null && (
        <p class="error-text" role="alert">
          {problem}
        </p>
      )}
      {may("manage") && (
        <AddFiles
          label={t(msg("Add attachments (PDF, JPG or PNG)"))}
          accept="application/pdf,image/jpeg,image/png"
          uploadOf={(file) => attachmentUpload(articleId, file, file.name)}
          onAdded={query.refetch}
        />
      )}
    </Card>
  );
}

const KIB = 1024;

function aboutText({ size, createdDT, createdBy }: Attachment): string {
  const isLarge = size >= KIB * KIB;
  const amount = number(size / (isLarge ? KIB * KIB : KIB), { maximumFractionDigits: isLarge ? 1 : 0 });
  return t(isLarge ? msg("{amount} MiB, {day}, {by}") : msg("{amount} KiB, {day}, {by}"), {
    amount,
    day: day(createdDT),
    by: createdBy,
  });
}

interface AddFilesProps {
  readonly label: string;
  /** Types of files, as of `<input accept>`. */
  readonly accept: string;
  readonly uploadOf: (file: File) => Unguarded<ApiRequest<unknown>, "key">;
  readonly onAdded: () => void;
}

/** Uploads files. Failed ones are named, and retried as the same file. */
function AddFiles({ label, accept, uploadOf, onAdded }: AddFilesProps) {
  const long = useBatch<File>();
  const [failed, setFailed] = useState<readonly { readonly file: File; readonly why: string }[]>([]);
  // The id of each file until it is added, so that a retry after a lost response adds it only once.
  const [keys] = useState(() => new Map<string, string>());
  const addOne = async (file: File) => {
    const which = `${file.name} ${file.size} ${file.lastModified}`;
    const key = keys.get(which) ?? newId(Date.now());
    keys.set(which, key);
    await requestAsUser(withKey(uploadOf(file), key));
    keys.delete(which);
  };
  const add = async (files: readonly File[]) => {
    setFailed([]);
    const ended = await long.run(files, addOne);
    setFailed([
      ...ended.failed.map(({ item, error }) => ({ file: item, why: problemText(error) })),
      ...ended.untried.map((file) => ({ file, why: t(msg("not uploaded")) })),
    ]);
    onAdded();
  };
  if (long.progress !== null)
    return <ProgressBar label={t(msg("Uploading…"))} progress={long.progress} onCancel={long.cancel} />;
  return (
    <>
      <FileField label={label} accept={accept} isMultiple onFiles={(files) => void add(files)} />
      {failed.map(({ file, why }) => (
        <p key={file.name} class="error-text" role="alert">
          {file.name}: {why}
        </p>
      ))}
      {failed.length > 0 && (
        <Button onClick={() => add(failed.map(({ file }) => file))}>{t(msg("Retry upload"))}</Button>
      )}
    </>
  );
}
