CREATE TABLE `notification` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`review_id` text NOT NULL,
	`comment_id` text,
	`actor_type` text NOT NULL,
	`actor_name` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`mail_at` integer,
	`mail_attempt` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comment`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notification_list` ON `notification` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notification_unread` ON `notification` (`user_id`,`review_id`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notification_mail_due` ON `notification` (`mail_at`) WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX `notification_review` ON `notification` (`review_id`);--> statement-breakpoint
CREATE INDEX `notification_comment` ON `notification` (`comment_id`);--> statement-breakpoint
ALTER TABLE `comment` ADD `mentions` text;--> statement-breakpoint
ALTER TABLE `user` ADD `notification_mail` text DEFAULT 'immediate' NOT NULL;