-- The type of printer that the commands are for (src/printing/languages/printer-types.ts). NULL: dots of a drawn label, and labels of
-- before.
ALTER TABLE printData ADD COLUMN printerTypeId INTEGER;
