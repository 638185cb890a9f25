CREATE TABLE `comparison_settings` (
	`key` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`settings` text NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comparison_settings_project` ON `comparison_settings` (`project_id`);--> statement-breakpoint
ALTER TABLE `project` ADD `baselines` text DEFAULT 'verified' NOT NULL;--> statement-breakpoint
ALTER TABLE `project` ADD `passes_unchanged` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pull_request_update` ADD `written` integer;--> statement-breakpoint
ALTER TABLE `revision` ADD `merged_at` integer;--> statement-breakpoint
CREATE INDEX `revision_merged` ON `revision` (`baseline_key`,`merged_at`) WHERE merged_at is not null;--> statement-breakpoint
-- These pull requests show the current state of their reviews.
UPDATE `pull_request_update` SET `written` = `changes` WHERE `due_at` IS NULL AND `error` IS NULL;
