CREATE TABLE `pending_comment` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`author_id` text NOT NULL,
	`thread_id` text,
	`place` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pending_comment_review` ON `pending_comment` (`review_id`,`author_id`);--> statement-breakpoint
CREATE INDEX `pending_comment_author` ON `pending_comment` (`author_id`);--> statement-breakpoint
ALTER TABLE `thread` ADD `shapes` text;