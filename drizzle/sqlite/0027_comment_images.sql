CREATE TABLE `comment_image` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`comment_id` text,
	`pending_comment_id` text,
	`author_type` text NOT NULL,
	`author_id` text NOT NULL,
	`name` text NOT NULL,
	`mime` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`key` text,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comment`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pending_comment_id`) REFERENCES `pending_comment`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `comment_image_review` ON `comment_image` (`review_id`);--> statement-breakpoint
CREATE INDEX `comment_image_comment` ON `comment_image` (`comment_id`);--> statement-breakpoint
CREATE INDEX `comment_image_pending` ON `comment_image` (`pending_comment_id`);