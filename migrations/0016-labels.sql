-- Drawn labels (src/printing/layouts/).

-- A label format has a template in the language of one printer type, or a layout (src/domain/label-layout.ts) that every printer prints.
ALTER TABLE printFormat ALTER COLUMN template DROP NOT NULL;
ALTER TABLE printFormat ALTER COLUMN printerTypeId DROP NOT NULL;
ALTER TABLE printFormat ADD COLUMN layout TEXT CHECK (layout IS NULL OR json_valid(layout));
ALTER TABLE printFormat ADD CONSTRAINT templateOrLayout
  CHECK ((template IS NULL) = (layout IS NOT NULL) AND (template IS NULL) = (printerTypeId IS NULL));

-- The resolution of a printer, and the width that it can print; NULL: that of its language's usual paper.
ALTER TABLE printer ADD COLUMN dpi INTEGER NOT NULL DEFAULT 203 CHECK (dpi IN (180, 203, 300, 600));
ALTER TABLE printer ADD COLUMN printWidthMm INTEGER CHECK (printWidthMm BETWEEN 10 AND 300);

-- 1: the compressed dots of a drawn label (src/printing/raster/packed.ts); 0: the bytes for the printer.
ALTER TABLE printData ADD COLUMN isRaster INTEGER NOT NULL DEFAULT 0 CHECK (isRaster IN (0, 1));
