CREATE TABLE `evidence_address` (
	`hash` text PRIMARY KEY NOT NULL,
	`token_id` text NOT NULL,
	`fields` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`token_id`) REFERENCES `token`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `evidence_address_expiry` ON `evidence_address` (`expires_at`);--> statement-breakpoint
CREATE INDEX `evidence_address_token` ON `evidence_address` (`token_id`);