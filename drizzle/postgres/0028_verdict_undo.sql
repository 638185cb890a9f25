ALTER TABLE "notification" ADD COLUMN "verdict_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "mentions" json;--> statement-breakpoint
ALTER TABLE "verdict" ADD COLUMN "replaced" json;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_verdict_id_verdict_id_fk" FOREIGN KEY ("verdict_id") REFERENCES "public"."verdict"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_verdict" ON "notification" USING btree ("verdict_id");