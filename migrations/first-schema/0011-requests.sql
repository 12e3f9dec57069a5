-- Who decided on transfers, disposals and proposals, and why; photos of articles and of unknown codes.

ALTER TABLE articleTransfer ADD COLUMN quantity INTEGER CHECK (quantity > 0);
ALTER TABLE articleTransfer ADD COLUMN fromLocationId INTEGER;
ALTER TABLE articleTransfer ADD COLUMN note TEXT;
ALTER TABLE articleTransfer ADD COLUMN decidedDT TEXT;
ALTER TABLE articleTransfer ADD COLUMN decidedBy INTEGER;
ALTER TABLE articleTransfer ADD COLUMN reason TEXT;
CREATE INDEX articleTransferWaiting ON articleTransfer (tenantId, oid) WHERE isConfirmed = 0 AND isRejected = 0 AND deleted = 0;
CREATE INDEX articleTransferByArticle ON articleTransfer (articleId);
CREATE INDEX articleTransferByLocation ON articleTransfer (targetLocationId);

ALTER TABLE disposalProposal ADD COLUMN note TEXT;
ALTER TABLE disposalProposal ADD COLUMN decidedBy INTEGER;
ALTER TABLE disposalProposal ADD COLUMN rejectReason TEXT;
ALTER TABLE disposalProposal ADD COLUMN inventoryItemId INTEGER;
CREATE INDEX disposalProposalWaiting ON disposalProposal (tenantId, oid) WHERE decidedDT IS NULL;
CREATE INDEX disposalProposalByArticle ON disposalProposal (articleId);
CREATE INDEX disposalProposalByMethod ON disposalProposal (disposalMethodId) WHERE disposalMethodId IS NOT NULL;
CREATE INDEX disposalProposalByReason ON disposalProposal (disposalReasonId) WHERE disposalReasonId IS NOT NULL;

-- A rejected proposal is deleted; why stays readable.
ALTER TABLE article ADD COLUMN rejectReason TEXT;
-- The orders and filters of a page of articles that no other index serves.
CREATE INDEX articleByPrice ON article (tenantId, price) WHERE deleted = 0;
CREATE INDEX articleWithoutCode ON article (tenantId, oid) WHERE deleted = 0 AND codeFolded IS NULL;
CREATE INDEX articleForDisposal ON article (tenantId, oid) WHERE deleted = 0 AND isDisposal = 1;
-- 3: Proposed.
CREATE INDEX articleProposal ON article (tenantId, oid) WHERE (stateId = 3 AND deleted = 0) OR rejectReason IS NOT NULL;

-- A photo belongs to exactly one of these.
CREATE TABLE photoNew (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryItemId INTEGER,
  articleId INTEGER,
  countOperationId INTEGER,
  userId INTEGER NOT NULL,
  fileName TEXT NOT NULL,
  contentType TEXT NOT NULL CHECK (contentType IN ('image/jpeg', 'image/png')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size INTEGER NOT NULL,
  file TEXT NOT NULL,
  thumbnail TEXT NOT NULL,
  createdDT TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  deletedDT TEXT,
  change INTEGER NOT NULL,
  CHECK ((inventoryItemId IS NOT NULL) + (articleId IS NOT NULL) + (countOperationId IS NOT NULL) = 1),
  FOREIGN KEY (tenantId, inventoryItemId) REFERENCES inventoryItem (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, countOperationId) REFERENCES countOperation (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
INSERT INTO photoNew
SELECT oid, tenantId, inventoryItemId, NULL, NULL, userId, fileName, contentType, width, height, size, file, thumbnail,
  createdDT, createdBy, deleted, deletedDT, change
FROM photo;
DROP TABLE photo;
ALTER TABLE photoNew RENAME TO photo;
CREATE INDEX photoByItem ON photo (inventoryItemId, oid) WHERE inventoryItemId IS NOT NULL;
CREATE INDEX photoByArticle ON photo (articleId, oid) WHERE articleId IS NOT NULL;
CREATE INDEX photoByOperation ON photo (countOperationId, oid) WHERE countOperationId IS NOT NULL;
CREATE INDEX photoDeleted ON photo (deletedDT) WHERE deleted = 1;
CREATE INDEX photoByFile ON photo (file);
CREATE INDEX photoByThumbnail ON photo (thumbnail);

-- Locations are deleted when they are empty; what was counted there once stays readable.
ALTER TABLE location ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1));
CREATE INDEX inventoryItemByFoundPlace ON inventoryItem (inventoryId, inventoryLocationId)
WHERE inventoryLocationId IS NOT NULL;
