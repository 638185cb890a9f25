CREATE TABLE `snoozed` (
	`user_id` text NOT NULL,
	`review_id` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`user_id`, `review_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `snoozed_review` ON `snoozed` (`review_id`);--> statement-breakpoint
DROP INDEX `verdict_review`;--> statement-breakpoint
CREATE INDEX `verdict_author` ON `verdict` (`author_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `verdict_review` ON `verdict` (`review_id`,`author_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `comment` ADD `reactions` text;--> statement-breakpoint
ALTER TABLE `thread` ADD `label` text;--> statement-breakpoint
CREATE INDEX `archived_review` ON `archived` (`review_id`);