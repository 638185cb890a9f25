ALTER TABLE `notification` ADD `verdict_id` text REFERENCES verdict(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `notification_verdict` ON `notification` (`verdict_id`);--> statement-breakpoint
ALTER TABLE `verdict` ADD `mentions` text;--> statement-breakpoint
ALTER TABLE `verdict` ADD `replaced` text;