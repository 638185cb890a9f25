ALTER TABLE `artifact` ADD `approved_revision_id` text;--> statement-breakpoint
ALTER TABLE `artifact` ADD `approved_by` text;--> statement-breakpoint
ALTER TABLE `artifact` ADD `approved_at` integer;--> statement-breakpoint
ALTER TABLE `revision` ADD `embed_hash` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `baseline_key` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `accepted_at` integer;--> statement-breakpoint
ALTER TABLE `revision` ADD `change` text;--> statement-breakpoint
ALTER TABLE `revision` ADD `baseline` text;--> statement-breakpoint
CREATE INDEX `revision_accepted` ON `revision` (`baseline_key`,`accepted_at`) WHERE accepted_at is not null;--> statement-breakpoint
-- The key of baseline-key.ts for the revisions that are already stored.
UPDATE `revision` SET `baseline_key` = (
  SELECT `review`.`project_id` || char(31) || `artifact`.`title` || char(31) || coalesce(`artifact`.`variation_group`, '')
    || char(31) || coalesce(json_extract(`revision`.`viewport`, '$.width') || 'x' || json_extract(`revision`.`viewport`, '$.height'), '')
    || char(31) || coalesce(`revision`.`scenario`, '')
  FROM `artifact` JOIN `review` ON `review`.`id` = `artifact`.`review_id` WHERE `artifact`.`id` = `revision`.`artifact_id`
) WHERE `completed_at` IS NOT NULL;--> statement-breakpoint
-- What people accepted by verifying reviews: see accept-revisions.ts.
UPDATE `revision` SET `accepted_at` = (
  SELECT `review`.`decided_at` FROM `artifact` JOIN `review` ON `review`.`id` = `artifact`.`review_id`
  WHERE `artifact`.`id` = `revision`.`artifact_id`
) WHERE `id` IN (
  SELECT `latest`.`id` FROM `revision` AS `latest`
  JOIN `artifact` ON `artifact`.`id` = `latest`.`artifact_id` JOIN `review` ON `review`.`id` = `artifact`.`review_id`
  WHERE `review`.`status` = 'verified' AND `latest`.`completed_at` <= `review`.`decided_at` AND `latest`.`is_before` = false
  AND NOT EXISTS (
    SELECT 1 FROM `revision` AS `later` WHERE `later`.`artifact_id` = `latest`.`artifact_id` AND `later`.`index` > `latest`.`index`
    AND `later`.`completed_at` <= `review`.`decided_at` AND `later`.`is_before` = false
  )
);--> statement-breakpoint
-- The approvals that these verdicts gave, if no later revision followed.
UPDATE `artifact` SET `approved_by` = coalesce((SELECT `decided_by` FROM `review` WHERE `review`.`id` = `artifact`.`review_id`), ''),
  `approved_at` = (SELECT `decided_at` FROM `review` WHERE `review`.`id` = `artifact`.`review_id`),
  `approved_revision_id` = (
    SELECT `id` FROM `revision` WHERE `artifact_id` = `artifact`.`id` AND `accepted_at` IS NOT NULL
  )
WHERE EXISTS (
  SELECT 1 FROM `revision` AS `accepted` WHERE `accepted`.`artifact_id` = `artifact`.`id` AND `accepted`.`accepted_at` IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM `revision` AS `later` WHERE `later`.`artifact_id` = `artifact`.`id`
    AND `later`.`index` > `accepted`.`index` AND `later`.`completed_at` IS NOT NULL
  )
);
