-- What a due date of a plan chooses is fixed with its seed: a plan that is changed before the choice would draw another sample with a
-- seed that is known already.
--   selection  that of the plan when the stocktake was made (JSON)
ALTER TABLE countPlanRun ADD COLUMN selection TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(selection));
UPDATE countPlanRun SET selection = (SELECT p.selection FROM countPlan p WHERE p.oid = countPlanRun.planId);
