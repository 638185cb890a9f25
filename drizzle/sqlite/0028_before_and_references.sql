ALTER TABLE `review` ADD `pull_request` integer;--> statement-breakpoint
CREATE INDEX `review_pull_request` ON `review` (`project_id`,`pull_request`);--> statement-breakpoint
CREATE INDEX `review_branch` ON `review` (`project_id`,`branch`);--> statement-breakpoint
ALTER TABLE `revision` ADD `is_before` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `review` SET `pull_request` = (SELECT CAST(`digits` AS integer) FROM (SELECT coalesce(nullif(substr(`pr_ref`, length(rtrim(`pr_ref`, '0123456789')) + 1), ''), nullif(substr(`external_ref`, length(rtrim(`external_ref`, '0123456789')) + 1), '')) AS `digits`) WHERE length(`digits`) < 10);
