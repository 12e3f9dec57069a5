-- Quantities of several units have no sum: `pieces` and `wrongPieces` of a closed stocktake are those of articles counted in pieces.
--   otherUnits  of the others by unit: unit, quantity and wrongQuantity, as pieces and wrongPieces (JSON)
ALTER TABLE inventoryAccuracy ADD COLUMN otherUnits TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(otherUnits));

-- The unit of each item of a stocktake. Most articles have none, so that it is found without their rows.
CREATE INDEX articleWithUnit ON article (oid, unit) WHERE unit IS NOT NULL;
