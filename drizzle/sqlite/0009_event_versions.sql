ALTER TABLE `event` ADD `review_version` integer;--> statement-breakpoint
CREATE INDEX `event_of_review` ON `event` (`review_id`,`review_version`);