ALTER TABLE `notification` ADD `revision_id` text REFERENCES revision(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `notification_revision` ON `notification` (`revision_id`);