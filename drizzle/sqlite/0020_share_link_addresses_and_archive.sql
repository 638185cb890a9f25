CREATE TABLE `archived` (
	`user_id` text NOT NULL,
	`review_id` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`user_id`, `review_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `review` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `share_link` ADD `sealed_token` text;--> statement-breakpoint
ALTER TABLE `share_link` ADD `name` text;