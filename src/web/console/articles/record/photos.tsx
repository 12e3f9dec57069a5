import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { articlePhoto } from "../../../api/articles.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser, session } from "../../../api/tokens.ts";
import type { ArticlePhoto } from "../../../api/types/endpoints.d.ts";
import { Picture } from "../../../articles/picture.tsx";
import { day, t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { problemText } from "../../forms/problem.ts";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { AddFiles } from "./add-files.tsx";

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
    <Card class="article-photos" title={t(msg("Photos"))}>
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
  const [problem, setProblem] = useState<string | null>(null);
  const mayDelete = may("manage") || photo.createdBy === session.value?.user.userName;
  const remove = async () => {
    const isSure = await confirm({
      title: t(msg("Delete this photo?")),
      text: t(msg("This can't be undone.")),
      action: t(msg("Delete photo")),
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await requestAsUser(call("DELETE /api/photos/{oid}", { oid: photo.oid }));
      onClose();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <Dialog
      title={label}
      onClose={onClose}
      leave={t(msg("Close"))}
      actions={
        mayDelete && (
          <Button kind="danger" onClick={remove}>
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
