CREATE TABLE `share_link` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`review_id`) REFERENCES `review`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_link_hash_unique` ON `share_link` (`hash`);--> statement-breakpoint
CREATE INDEX `share_link_review` ON `share_link` (`review_id`);