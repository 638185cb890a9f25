CREATE TABLE `avatar` (
	`user_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `passkey` ADD `last_used_at` integer;